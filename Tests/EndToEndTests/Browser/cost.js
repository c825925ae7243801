// What the recorder costs in a frame, by Chromium's own trace: on a page of 50 slots that scrolls, while its ads come. Beside it
// what a script costs that reads the frame of each slot once per frame and does nothing else: machines differ, their ratio hardly.
//
//   node cost.js RECORDER
'use strict';
const fs = require('node:fs');
const {Chromium} = require('./chromium.js');
const {gpt} = require('./support.js');

const scripts = {
  recorder: fs.readFileSync(process.argv[2], 'utf8'),
  reading: `{
    const slots = [...document.querySelectorAll('.ad')];
    let sum = 0;
    const read = () => {
      for (const slot of slots) {
        const {x, y, width, height} = slot.getBoundingClientRect();
        sum += x + y + width + height;
      }
      requestAnimationFrame(read);
    };
    requestAnimationFrame(read);
  }`,
};
// What else runs on the machine only adds to a round, so the least of them counts.
const slots = 50, frames = 300, rounds = 6;

const page = `<!DOCTYPE html><meta name="viewport" content="width=device-width"><style>body{margin:0}</style>
<script>${gpt}</script>
${Array.from({length: slots}, (_, n) => `<div id="ad-${n}" class="ad" style="min-height:100px"></div><p>${'text '.repeat(200)}</p>`).join('\n')}
<script>
googletag.setConfig({lazyLoad: {fetchMarginPercent: 100, renderMarginPercent: 50}});
for (const {id} of document.querySelectorAll('.ad')) googletag.defineSlot('/1234/' + id, [300, 250], id);
googletag.enableServices();
for (const slot of googletag.pubads().getSlots()) googletag.display(slot);
</script>`;

// In the page: scrolls in every frame, and marks the first and the last in the trace.
const scroll = `new Promise(resolve => {
  let number = 0;
  const step = () => {
    scrollBy(0, number % 200 < 100 ? 40 : -40);
    if (number++ < ${frames}) return requestAnimationFrame(step);
    performance.mark('scrolled');
    resolve();
  };
  performance.mark('scrolls');
  step();
})`;

async function round(chromium, name) {
  const tab = await chromium.page({'/': page});
  const events = [];
  chromium.listeners.push(({method, params}) => {
    if (method === 'Tracing.dataCollected') events.push(...params.value);
  });
  await tab.evaluate(`${scripts[name]}\n//# sourceURL=${name}.js`);
  await chromium.call('Tracing.start', {
    transferMode: 'ReportEvents', traceConfig: {includedCategories: ['devtools.timeline', 'blink.user_timing']}
  });
  await tab.evaluate(scroll);
  const complete = chromium.event('Tracing.tracingComplete');
  await chromium.call('Tracing.end');
  await complete;
  await tab.close();
  // After it the page rests, and what is done then belongs to none of its frames.
  const [from, to] = ['scrolls', 'scrolled'].map(mark => events.find(({name}) => name === mark).ts);
  const calls = events.filter(({name: event, args, ts}) =>
    event === 'FunctionCall' && args.data?.url?.endsWith(`${name}.js`) && ts >= from && ts <= to);
  const total = calls.reduce((sum, {tdur, dur}) => sum + (tdur ?? dur), 0);
  return {calls: calls.length, perFrame: total / frames / 1000};
}

(async () => {
  const chromium = new Chromium();
  const least = {};
  for (let n = 0; n < rounds; n++) {
    for (const name of Object.keys(scripts)) {
      const cost = await round(chromium, name);
      if (!(least[name]?.perFrame <= cost.perFrame)) least[name] = cost;
    }
  }
  await chromium.close();
  console.log(JSON.stringify(least));
})().catch(error => {
  console.error(error);
  process.exit(1);
});
