'use strict';
const fs = require('node:fs');
const path = require('node:path');

const source = name => fs.readFileSync(path.join(__dirname, name), 'utf8');

// Random numbers: the same seed draws the same ones everywhere (mulberry32).
function seeded(seed) {
  let state = seed * 2654435761 >>> 0;
  const next = () => {
    state = state + 0x6D2B79F5 >>> 0;
    let value = Math.imul(state ^ state >>> 15, state | 1);
    value ^= value + Math.imul(value ^ value >>> 7, value | 61);
    return ((value ^ value >>> 14) >>> 0) / 4294967296;
  };
  return {
    chance: share => next() < share,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: list => list[Math.floor(next() * list.length)]
  };
}

module.exports = {seeded, gpt: source('gpt.js'), clock: source('clock.js')};
