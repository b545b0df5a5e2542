// The man pages in man, the completion in zsh and fish, and the unit as systemd judges it.
//   node tests/release/shells.mjs
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPlace, root, run, step } from './kit.mjs';

const place = newPlace();
const env = { ...process.env, DESTDIR: place, LC_ALL: 'C.UTF-8', MANWIDTH: '80' };
const build = join(root, 'build/release');
run('cmake', ['--install', build, '--prefix', '/usr'], { env });
const share = (name) => join(place, 'usr/share', name);

step('man', () => {
  for (const folder of ['man/man1', 'man/he/man1'])
    for (const name of readdirSync(share(folder))) {
      const page = share(`${folder}/${name}`);
      const words = ['-c', 'man --warnings -l "$1" 2>&1 >/dev/null', 'bash', page];
      assert.equal(run('bash', words, { env }), '', name);
    }
  assert.match(run('man', ['-l', share('man/man1/kufsa-play.1')], { env }), /--level LEVEL/);
  assert.match(run('man', ['-l', share('man/he/man1/kufsa-play.1')], { env }), /עוצמת המחשב/);
});

step('fish', () => {
  const script = share('fish/vendor_completions.d/kufsa.fish');
  const ask = (line) =>
    run('fish', ['-N', '-c', `source ${script}; complete -C "${line}"`], { env });
  assert.match(ask('kufsa pl'), /^play\t/m);
  assert.match(ask('kufsa play '), /^taki$/m);
  assert.match(ask('kufsa play taki --lev'), /^--level\t/m);
  assert.match(ask('kufsa play taki --level '), /^club/m);
  assert.match(ask('kufsa play taki --option mode='), /mode=pyramid/);
  assert.doesNotMatch(ask('kufsa play iota --option '), /pyramid/);
  assert.match(ask('kufsa --lang he pl'), /^play\t/m);
  assert.match(ask('kufsa --lang '), /^he/m);
  assert.equal(ask('kufsa help play --a').trim().split('\n').length, 1); // not those of play
  assert.doesNotMatch(ask('kufsa help play '), /^taki$/m);
});

// A real zsh on a terminal of its own (zpty), where Tab is pressed.
step('zsh', () => {
  const asks = [
    ['kufsa perf', 'perft'], ['kufsa play gob', 'gobblet'], ['kufsa play taki --level cl', 'club'],
    ['kufsa play taki --option mode=py', 'mode=pyramid'], ['kufsa --lang he rules ce', 'cento'],
  ];
  const script = join(place, 'ask.zsh');
  writeFileSync(script, `zmodload zsh/zpty
zpty shell 'TERM=xterm zsh -f -i'
zpty -w shell 'fpath=(${share('zsh/site-functions')} $fpath); autoload -U compinit; compinit -u -D'
zpty -w shell 'bindkey "^I" complete-word; PS1=; print REA""DY'
zpty -r shell all '*READY*'
${asks.map(([line, word]) => `zpty -w -n shell $'${line}\\t'
zpty -r shell all '*${word}*' && print 'found ${word}'
zpty -w -n shell $'\\x15'`).join('\n')}
zpty -d shell
`);
  const out = run('zsh', ['-f', script], { env, timeout: 60_000 });
  for (const [, word] of asks) assert.ok(out.includes(`found ${word}`), `${word}\n${out}`);
});

for (const name of ['kufsa', 'kufsa@'])
  step(`systemd-analyze ${name}.service`, () => {
    const unit = join(place, `usr/lib/systemd/system/${name}.service`);
    const words = ['security', '--offline=true', '--no-pager', '--threshold=20', unit];
    const judged = run('systemd-analyze', words);
    const [, , figure] = /Overall exposure level for kufsa(@i)?\.service: ([\d.]+)/.exec(judged);
    console.log(`  exposure ${figure}`);
    assert.ok(Number(figure) < 2);
  });
