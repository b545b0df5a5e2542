// The page of a server without the game's own front end: opens a table and shows how to reach it.
const find = (id) => document.getElementById(id);
const root = document.documentElement;
let games = [];

function setLanguage(language) {
  root.lang = language;
  root.dir = language === 'he' ? 'rtl' : 'ltr';
  find('language').textContent = language === 'he' ? 'English' : 'עברית';
  find('language').lang = language === 'he' ? 'en' : 'he';
}

function setSeats() {
  const [min, max] = games[find('game').selectedIndex].seats;
  Object.assign(find('seats'), { min, max, value: min });
}

function show(id, visible) {
  find(id).hidden = !visible;
}

async function openTable(event) {
  event.preventDefault();
  const body = JSON.stringify({ game: find('game').value, seats: Number(find('seats').value) });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('/api/tables', { method: 'POST', headers, body });
  const answer = await response.json();
  show('opened', response.ok);
  show('failed', !response.ok);
  if (!response.ok) {
    find('reason').textContent = answer.reason;
    return;
  }
  find('code').textContent = answer.code;
  find('link').textContent = answer.link;
  find('link').href = answer.link;
  find('token').textContent = answer.token;
  const hello = { do: 'hello', table: answer.code, token: answer.token };
  find('hello').textContent = JSON.stringify(hello);
}

setLanguage(navigator.language.startsWith('he') ? 'he' : 'en');
find('language').addEventListener('click', () => setLanguage(root.lang === 'he' ? 'en' : 'he'));
for (const element of document.getElementsByClassName('socket'))
  element.textContent = `${location.origin.replace(/^http/, 'ws')}/ws`;
const room = /^#([A-Za-z2-9]{6})$/.exec(location.hash);
if (room !== null)
  find('hello').textContent = JSON.stringify({ do: 'hello', table: room[1], join: true });
games = (await (await fetch('/api/games')).json()).games;
find('game').replaceChildren(...games.map((game) => new Option(game.name)));
find('game').addEventListener('change', setSeats);
find('open').addEventListener('submit', openTable);
setSeats();
