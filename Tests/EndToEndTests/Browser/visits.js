// Random visits of random pages: writes the session of each and, beside it, what the browser's own observers say.
//
//   node visits.js RECORDER FOLDER COUNT still|moving|across
//
// On a still page every slot has the size of its ad from the beginning; on a moving one what lies below moves when an ad
// comes; on one across slots also lie beside each other, in carousels that are scrolled and on pages wider than the viewport.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {Chromium} = require('./chromium.js');
const {seeded, gpt, clock} = require('./support.js');

const [, , recorderPath, folder, count, kind] = process.argv;
const recorder = fs.readFileSync(recorderPath, 'utf8');
const maxInterval = 67;

// A page of text and slots, and how GPT is set up on it.
function drawPage(random) {
  const slots = [], blocks = [], carousels = [];
  const fraction = () => random.pick([0, 0, 1 / 64, 0.5, 0.25, 1 / 3]);
  const isWide = kind === 'across' && random.chance(0.3);
  for (let n = random.whole(8, 40); n > 0; n--) {
    const id = `ad-${slots.length}`;
    let sizes = random.pick([[[300, 250]], [[320, 50], [320, 100]], [[300, 600]], [[300, 250], [336, 280]]]);
    let height = random.pick([0, 0, sizes[0][1], sizes[0][1] + fraction(), 280]), width = random.pick(['100%', '336px']);
    if (kind === 'across' && random.chance(0.4)) {
      const id = `carousel-${carousels.length}`, size = random.pick([[300, 250], [160, 600], [320, 100]]), ads = [];
      for (let count = random.whole(2, 6); count > 0; count--) {
        const slot = {id: `ad-${slots.length}`, sizes: [size], unit: `/1234/ad-${slots.length}`};
        slots.push(slot);
        ads.push(`<div id="${slot.id}" style="flex:none;width:${size[0]}px;height:${size[1]}px"></div>`);
      }
      carousels.push(id);
      // A session says how much of a slot a carousel clips, not where: on a page that is scrolled across that can matter.
      const carouselWidth = isWide ? '100%' : random.pick(['100%', '100%', '260px']);
      const style = `display:flex;gap:${random.pick([0, 8, 12.5])}px;overflow-x:auto;width:${carouselWidth}`;
      blocks.push(`<div id="${id}" style="${style}">${ads.join('')}</div><p style="height:${random.whole(20, 900)}px"></p>`);
      continue;
    }
    if (kind !== 'moving') {
      sizes = [sizes[0]];
      [width, height] = [`${sizes[0][0]}px`, sizes[0][1]];
    }
    slots.push({id, sizes, unit: `/1234/${id}`});
    const margin = random.pick([0, 0, 10, 12.5]);
    blocks.push(`<div id="${id}" style="min-height:${height}px;margin:${margin}px auto;width:${width}"></div>`);
    if (random.chance(0.85)) blocks.push(`<p style="height:${random.whole(20, 1400) + fraction()}px"></p>`);
  }
  // Whole points at every height: a browser rounds margins down, a session does not.
  const steps = random.whole(0, 10), lazyLoad = {
    fetchMarginPercent: 50 * steps, renderMarginPercent: 50 * random.whole(0, steps), mobileScaling: random.pick([1, 1.5, 2])
  };
  const setUp = random.pick([
    settings => `googletag.setConfig({lazyLoad: ${JSON.stringify(settings)}});`,
    settings => `googletag.pubads().enableLazyLoad(${JSON.stringify(settings)});`
  ]);
  const anchors = random.chance(0.5) ? '' : 'overflow-anchor:none;';
  const wide = isWide ? 'body{width:1000px}' : '';
  return {
    slots, carousels, lazyLoad,
    html: `<!DOCTYPE html><meta name="viewport" content="width=device-width">
<style>body{margin:0;${anchors}} p{margin:0} ${wide}</style><script>${recorder}</script><script>${gpt}</script>
${blocks.join('\n')}<p style="height:1500px"></p>
<script>
${setUp(lazyLoad)}
for (const slot of ${JSON.stringify(slots)}) {
  googletag.defineSlot(slot.unit, slot.sizes, slot.id).addService(googletag.pubads());
}
googletag.enableServices();
for (const slot of googletag.pubads().getSlots()) googletag.display(slot);
</script>`
  };
}

// Positions of a reader: drags, flings, jumps, rests, and places where a slot just reaches a zone.
function drawSteps(random, isFast, {slots, carousels}, thresholds) {
  const steps = [{at: 0}];
  let at = 0, move = 0, left = 0;
  const pause = () => isFast ? (steps.length % 3 ? 17 : 16) : 100;
  const wanted = isFast ? 240 : 140;
  while (steps.length < wanted) {
    at += pause();
    if (left === 0) {
      left = random.whole(1, 25);
      move = kind === 'across' && random.chance(0.3) ? 'across' : random.pick([0, 3, -3, 25, 60, -40, 120, 'jump', 'aim', 'aim']);
      if (move === 0 && isFast) at += random.whole(0, 1500);
    }
    left--;
    if (move === 'across') {
      steps.push({at, carousel: random.pick([...carousels, null]), left: random.whole(0, 900) + random.pick([0, 0.5])});
    } else if (move === 'jump') {
      steps.push({at, to: random.whole(0, 20000)});
      left = Math.min(left, 2);
      move = 0;
    } else if (move === 'aim') {
      steps.push({
        at, aim: random.pick(slots).id, gap: random.pick(thresholds) + random.pick([0, 0, 1, -1, 0.5, -0.5, 1 / 64]),
        isBelow: random.chance(0.7)
      });
      left = Math.min(left, 3);
      move = 0;
    } else {
      steps.push({at, by: move});
    }
  }
  return steps;
}

// In the page: plays the steps and says of each frame whether anything moved and who entered or left a zone.
async function play(steps) {
  const ids = googletag.pubads().getSlots().map(slot => slot.getSlotElementId());
  const frames = [], seen = {}, shares = {};
  let last = '', isRendered = false, isClipped = false;
  const halves = [];
  const half = new IntersectionObserver(list => halves.push(...list), {threshold: 0.5});
  // What the recorder writes of it counts as a change, too.
  const clip = list => {
    for (const {target: {id}, isIntersecting, intersectionRatio} of list) {
      const share = isIntersecting ? intersectionRatio : -1;
      if (share !== (shares[id] ?? 1)) isClipped = true;
      shares[id] = share;
    }
  };
  const clips = new IntersectionObserver(clip, {rootMargin: '9999999px', threshold: [...Array(51).keys()].map(n => n / 50)});
  for (const id of ids) for (const observer of [half, clips]) observer.observe(document.getElementById(id));
  googletag.pubads().addEventListener('slotRenderEnded', ({slot, size}) => {
    // A width that is not the slot's own is a change to AdView, though nothing moves.
    if (size && document.getElementById(slot.getSlotElementId()).getBoundingClientRect().width !== size[0]) isRendered = true;
  });
  for (const step of steps) {
    step.act = () => {
      if (step.by) scrollBy({top: step.by, behavior: 'instant'});
      if (step.carousel) document.getElementById(step.carousel).scrollLeft = step.left;
      else if (step.left !== undefined) scrollTo({left: step.left, behavior: 'instant'});
      if (step.to !== undefined) scrollTo({top: step.to, behavior: 'instant'});
      if (!step.aim) return;
      const box = document.getElementById(step.aim).getBoundingClientRect();
      const top = step.isBelow ? box.top + scrollY - innerHeight - step.gap : box.bottom + scrollY + step.gap;
      scrollTo({top, behavior: 'instant'});
    };
  }
  await frames_.play(steps, step => {
    const boxes = ids.map(id => document.getElementById(id).getBoundingClientRect());
    clip(clips.takeRecords());
    const places = boxes.map(box => [box.left + scrollX, box.top + scrollY, box.height]);
    const state = JSON.stringify([scrollX, scrollY, innerHeight, ...places]);
    for (const {target: {id}, intersectionRatio} of [...halves.splice(0), ...half.takeRecords()]) {
      (seen[id] ??= []).push([step.at, intersectionRatio >= 0.5]);
    }
    frames.push({
      at: step.at, hasChanged: state !== last || isRendered || isClipped,
      fetch: googletag.zones.fetch.changes(), render: googletag.zones.render.changes()
    });
    last = state;
    isRendered = isClipped = false;
  });
  return {frames, seen};
}

// When each slot is first in its zones as the checks of AdView see it: at the first change, and then every 67 ms.
function firstEntries(frames) {
  const first = {}, now = {fetch: new Set(), render: new Set()};
  let last = -Infinity, pending = null;
  const check = at => {
    for (const id of now.fetch) (first[id] ??= {}).fetched ??= at;
    for (const id of now.render) if (first[id]?.fetched !== undefined) first[id].displayed ??= at;
    [last, pending] = [at, null];
  };
  for (const frame of frames) {
    if (pending !== null && pending <= frame.at) check(pending);
    for (const zone of ['fetch', 'render']) {
      for (const {slot, isIn} of frame[zone]) now[zone][isIn ? 'add' : 'delete'](slot);
    }
    if (!frame.hasChanged) continue;
    if (frame.at >= last + maxInterval) check(frame.at);
    else pending ??= last + maxInterval;
  }
  if (pending !== null) check(pending);
  return first;
}

async function visit(chromium, number) {
  const random = seeded(number), isFast = number % 2 === 1, isMobile = kind !== 'across' && random.chance(0.5);
  const page = drawPage(random);
  const height = random.pick([844, 668, 812, 1024]), width = random.pick([390, 360, 768]);
  const tab = await chromium.page({'/': page.html}, {width, height, isMobile, scripts: [clock]});
  const scale = await tab.evaluate('/Mobi/.test(navigator.userAgent)') ? page.lazyLoad.mobileScaling : 1;
  const thresholds = [page.lazyLoad.fetchMarginPercent, page.lazyLoad.renderMarginPercent]
    .map(percent => Math.floor(percent * scale * height / 100));
  const steps = drawSteps(random, isFast, page, thresholds);
  const {frames, seen} = await tab.evaluate(`(${play})(${JSON.stringify(steps)})`);
  const session = await tab.evaluate('AdView.session()');
  const name = path.join(folder, `visit-${String(number).padStart(2, '0')}`);
  const first = firstEntries(frames);
  fs.writeFileSync(`${name}.jsonl`, session);
  fs.writeFileSync(`${name}.json`, JSON.stringify({
    units: page.slots.map(({id, unit}) => ({unit, ...first[id], seen: seen[id] ?? []})), errors: tab.errors
  }));
  await tab.close();
}

(async () => {
  const chromium = new Chromium();
  for (let number = 0; number < +count; number++) await visit(chromium, number);
  await chromium.close();
  console.log('done');
})().catch(error => {
  console.error(error);
  process.exit(1);
});
