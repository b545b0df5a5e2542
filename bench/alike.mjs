// Are two groups of delays alike? Exchanges their labels at random, over and over, and counts how
// often the groups are then as far apart as they were at first. So it assumes nothing about how
// delays are distributed. The distances are Kolmogorov-Smirnov's and Mann-Whitney's.
const SHUFFLES = 2000;

// The rank of each within its stratum, 0 to 1; equal delays share one.
function rank(stratum) {
  const sorted = [...stratum].sort((a, b) => a.delay - b.delay);
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to].delay === sorted[from].delay) to++;
    for (let i = from; i < to; i++) sorted[i].rank = (from + to) / 2 / sorted.length;
  }
}

function shuffle(stratum) {
  for (let i = stratum.length - 1; i > 0; i--) {
    const other = stratum[Math.floor(Math.random() * (i + 1))];
    [stratum[i].few, other.few] = [other.few, stratum[i].few];
  }
}

// How far apart the groups are: the greatest distance of their curves, and of their mean ranks.
// `all` is sorted by rank.
function distances(all) {
  const count = { few: all.filter(({ few }) => few).length };
  count.many = all.length - count.few;
  let gap = 0;
  let ranks = 0;
  let most = 0;
  all.forEach(({ few, rank }, i) => {
    gap += few ? 1 / count.few : -1 / count.many;
    ranks += few ? rank / count.few : -rank / count.many;
    if (all[i + 1]?.rank !== rank) most = Math.max(most, Math.abs(gap));
  });
  return [most, Math.abs(ranks)];
}

// The probability of such distances by chance: [of curves, of ranks]. A stratum is a list of
// { few, delay } that may differ in nothing else.
export function chances(strata) {
  strata.forEach(rank);
  const all = strata.flat().sort((a, b) => a.rank - b.rank);
  const lots = all.map(({ few }) => few);
  const seen = distances(all);
  const asFar = [1, 1];
  for (let i = 0; i < SHUFFLES; i++) {
    strata.forEach(shuffle);
    distances(all).forEach((far, k) => (asFar[k] += far >= seen[k] - 1e-9 ? 1 : 0));
  }
  all.forEach((each, i) => (each.few = lots[i]));
  return asFar.map((count) => count / (SHUFFLES + 1));
}
