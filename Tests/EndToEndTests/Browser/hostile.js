// Pages that make it hard for the recorder, and the ways out of it: writes the session of each and, beside it, what went
// wrong.
//
//   node hostile.js RECORDER FOLDER [PAGE]
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {Chromium} = require('./chromium.js');
const {gpt, clock} = require('./support.js');

const [recorder, folder] = [fs.readFileSync(process.argv[2], 'utf8'), process.argv[3]];
const [ofElements, sending, rare] = [
  ['slots: "gpt"', 'slots: ".ad"'], ['sample:', 'endpoint: "/sessions?site=1", sample:'], ['sample: 1.0', 'sample: 1e-9']
].map(([from, to]) => recorder.replace(from, to));

const frame = `<!DOCTYPE html><meta name="viewport" content="width=device-width"><style>body{margin:0}</style>`;
const numbers = (count, write) => Array.from({length: count}, (_, number) => write(number)).join('\n');
const block = (number, style = '') =>
  `<div id="ad-${number}" class="ad" style="height:250px;${style}"></div><p style="height:300px">text</p>`;
const defineAll = `
googletag.setConfig({lazyLoad: {fetchMarginPercent: 100, renderMarginPercent: 50}});
for (const {id} of document.querySelectorAll('.ad')) googletag.defineSlot('/1234/' + id, [300, 250], id);
googletag.enableServices();
for (const slot of googletag.pubads().getSlots()) googletag.display(slot);`;
const withGPT = body => `${frame}<script>${recorder}</script><script>${gpt}</script>${body}<script>${defineAll}</script>`;
const withElements = body => `${frame}<script>${ofElements}</script>${body}`;
const scrollBy = (count, by, every = 50, act = '') =>
  `frames_.play(Array.from({length: ${count}}, (_, n) => ({at: n * ${every}, act() { scrollBy(0, ${by}); ${act} }})))`;

// Each has a page, and what is done on it: an expression, or a function of the tab.
const scenarios = {
  'two thousand slots': {
    html: withGPT(numbers(2000, block)),
    act: scrollBy(300, 'n % 100 ? 400 : 60000')
  },
  'two thousand slots that all move': {
    html: withGPT('<div id="top" style="height:10px"></div>' + numbers(2000, block)),
    act: scrollBy(200, 100, 50, `document.getElementById('top').style.height = n % 50 + 'px'`)
  },
  'slots of GPT that come and go': {
    html: withGPT('<main></main>'),
    act: scrollBy(300, '20 * Math.sin(n)', 50, `
      const main = document.querySelector('main'), id = 'new-' + n;
      main.insertAdjacentHTML(n % 2 ? 'afterbegin' : 'beforeend', '<div style="height:100px" id="' + id + '"></div>');
      googletag.display(googletag.defineSlot('/1234/' + id, [300, 100], id));
      const slots = googletag.pubads().getSlots();
      if (slots.length > 30) {
        const gone = slots[n * 7 % slots.length];
        document.getElementById(gone.getSlotElementId())?.remove();
        if (n % 3) googletag.destroySlots([gone]);
      }
      if (n % 40 === 0) googletag.pubads().refresh(slots.slice(-3));`)
  },
  'elements that come and go': {
    html: withElements('<main></main>'),
    act: scrollBy(300, 5, 50, `
      const main = document.querySelector('main');
      main.insertAdjacentHTML(n % 2 ? 'afterbegin' : 'beforeend', '<div class="ad" style="height:100px">' +
        (n % 5 ? '' : '<iframe srcdoc="ad"></iframe>') + '</div>');
      if (main.children.length > 30) main.children[n * 7 % 30].remove();
      if (n % 4 === 0) main.append(main.children[0]);
      if (n % 9 === 0) main.children[0].style.display = n % 2 ? 'none' : '';`)
  },
  'ads without GPT': {
    html: withElements(numbers(3, block)),
    act: scrollBy(20, 5, 50, `
      const ad = document.querySelectorAll('.ad')[n];
      if (ad) ad.innerHTML = n ? '<iframe srcdoc="ad"></iframe>' : '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">';`)
  },
  'ten minutes of endless scrolling': {
    html: withGPT('<main></main>'),
    act: scrollBy(1200, 400, 500, `
      if (innerHeight + scrollY < document.documentElement.scrollHeight - 2000) return;
      const id = 'new-' + n;
      document.querySelector('main').insertAdjacentHTML('beforeend', '<p style="height:900px"></p><div style="height:250px" id="' + id + '"></div>');
      googletag.display(googletag.defineSlot('/1234/' + id, [300, 250], id));`)
  },
  'frames in frames': {
    html: withElements(numbers(20, number => `<div class="ad"><iframe srcdoc="<script>parent.document.title = 1</script><iframe srcdoc='<p>in it'></iframe>"></iframe></div>`)),
    act: scrollBy(100, 30)
  },
  'the recorder in a frame': {
    html: `${frame}<iframe src="/inner" style="width:300px;height:400px"></iframe><p style="height:3000px">`,
    files: {'/inner': withElements(numbers(10, block))},
    act: `${scrollBy(50, 20)}.then(() => frames[0].scrollBy(0, 300))`,
    session: 'frames[0].AdView.session()'
  },
  'transforms': {
    html: withGPT(numbers(30, number => block(number, 'transform:rotate(' + number * 7 + 'deg) scale(' + (1 + number % 3) + ')'))),
    act: `document.querySelectorAll('.ad').forEach(ad => ad.animate([{translate: '0 0'}, {translate: '0 300px'}], {duration: 300, iterations: 9})),
      ${scrollBy(200, 40, 50, `document.querySelector('#ad-3').style.transform = 'scale(' + [1e9, 'NaN', 0, -1, 1e-9][n % 5] + ')'`)}`
  },
  'content-visibility': {
    html: withGPT(numbers(200, number => `<section style="content-visibility:auto;contain-intrinsic-size:auto 500px">${block(number)}</section>`)),
    act: scrollBy(300, 'n < 150 ? 150 : -150')
  },
  'zoom': {
    html: withGPT(numbers(40, block)),
    async act(tab) {
      await tab.evaluate(scrollBy(50, 50));
      await tab.call('Emulation.setPageScaleFactor', {pageScaleFactor: 2});
      await tab.evaluate(scrollBy(50, 50));
      await tab.resize(390, 844, 2.625);
      await tab.evaluate(scrollBy(50, 50, 50, `document.documentElement.style.zoom = 1 + n / 100`));
      await tab.resize(844, 390, 1.1);
      await tab.evaluate(scrollBy(50, -33.3));
    }
  },
  'away and back': {
    html: withGPT(numbers(20, block)), files: {'/other': '<p>another page'},
    async act(tab) {
      await tab.evaluate(scrollBy(50, 20));
      await tab.evaluate('window.wasHere = true');
      await tab.open('/other');
      const shown = tab.chromium.event('Page.frameNavigated', tab.session);
      const {entries, currentIndex} = await tab.call('Page.getNavigationHistory');
      await tab.call('Page.navigateToHistoryEntry', {entryId: entries[currentIndex - 1].id});
      await shown;
      // From the cache it goes on; otherwise it is a new page and a new recording.
      return tab.evaluate(`${scrollBy(50, 20)}.then(() => window.wasHere === true)`);
    }
  },
  'hidden for a while': {
    html: withGPT(numbers(20, block)),
    act: scrollBy(100, 20, 50, `
      if (n % 20) return;
      Object.defineProperty(document, 'hidden', {configurable: true, value: n % 40 === 0});
      document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));`)
  },
  'clocks that jump': {
    html: withGPT(numbers(20, block)),
    act: scrollBy(200, 20, 50, `
      const jumps = {40: -3.6e6, 80: 6e8, 120: NaN, 140: -Infinity, 160: Infinity, 180: 1e300};
      if (n in jumps) frames_.now = Number.isFinite(jumps[n]) ? frames_.now + jumps[n] : jumps[n];`)
  },
  'a page that has changed the language': {
    html: `<script>Array.prototype.toJSON = function () { return 'no'; }; String.prototype.toJSON = Object.prototype.toJSON = undefined;</script>
      ${withGPT(numbers(10, block))}`,
    act: scrollBy(50, 20)
  },
  'names of ad units that are no names': {
    html: withGPT(numbers(5, block)),
    act: `['\\ud800', '"\\\\\\n\\u0000', '\\u202e<\/script>', 'x'.repeat(1e5), {}, null, '🎯'.repeat(300)].forEach((unit, n) => {
      document.body.insertAdjacentHTML('afterbegin', '<div id="odd-' + n + '" style="height:50px"></div>');
      googletag.defineSlot(unit, [1, 1], 'odd-' + n);
    }), ${scrollBy(50, 20)}`
  },
  'another GPT than expected': {
    html: `${frame}<script>window.googletag = {cmd: {push(f) { f(); }}, pubads: () => ({addEventListener() { throw new Error('no'); }, getSlots: () => null})};</script>
      <script>${recorder}</script>${numbers(5, block)}`,
    act: scrollBy(20, 20), mayWarn: true
  },
  'pasted when the ads are there': {
    html: `${frame}<script>${gpt}</script>${numbers(20, block)}<script>${defineAll}</script>`,
    act: `${scrollBy(50, 20)}.then(() => { ${recorder} ${recorder} }).then(() => ${scrollBy(100, 30)})`, mayWarn: true
  },
  'more than a recording may hold': {
    html: withGPT(numbers(100, block)).replace('maxText=8e6', 'maxText=3e4'),
    act: scrollBy(1000, 20)
  },
  'sent to an endpoint': {
    html: withGPT(numbers(30, block)).replace(recorder, () => sending),
    async act(tab) {
      await tab.evaluate(`document.cookie = 'secret=1'`);
      await tab.evaluate(scrollBy(700, 9));
      await tab.evaluate(`Object.defineProperty(document, 'hidden', {value: true}); document.dispatchEvent(new Event('visibilitychange'))`);
      const whole = await tab.evaluate('AdView.session()');
      let parts = [], text = '';
      while (!text.endsWith('{"active":false}}\n')) {
        if (tab.sent.length === parts.length) await tab.chromium.event('Fetch.requestPaused', tab.session);
        parts = tab.sent.map(({url, body}) => ({from: +new URL(url).searchParams.get('from'), body, url}));
        parts.sort((one, other) => one.from - other.from);
        text = parts.map(({body}) => body).join('');
      }
      if (!whole.startsWith(text)) tab.errors.push('what was sent is not the session');
      if (parts.length < 3 || parts.some(({body}) => body.length > 60000)) tab.errors.push('the parts have the wrong size');
      if (!parts.every(({url}) => /\?site=1&session=\w+&from=\d+$/.test(url))) tab.errors.push(parts[0].url);
      if (/secret|page\.example|http/.test(text)) tab.errors.push('something was sent that is nobody\'s business');
    }
  },
  'saved as a file': {
    html: withGPT(numbers(5, block)),
    async act(tab) {
      await tab.evaluate(scrollBy(30, 9));
      await tab.chromium.call('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder, eventsEnabled: true});
      const saved = tab.chromium.event('Browser.downloadProgress', undefined, ({state}) => state === 'completed');
      await tab.evaluate('AdView.stop()');
      await saved;
      const file = path.join(folder, 'session.jsonl');
      const isSame = fs.readFileSync(file, 'utf8') === await tab.evaluate('AdView.session()');
      if (!isSame || await tab.evaluate('AdView.isRecording')) tab.errors.push('the file is not the session');
      fs.unlinkSync(file);
      const before = await tab.evaluate('AdView.session()');
      await tab.evaluate(scrollBy(30, 9));
      if (before !== await tab.evaluate('AdView.session()')) tab.errors.push('it went on after its end');
    }
  },
  'a visit that is not in the sample': {
    html: withGPT(numbers(5, block)).replace(recorder, () => rare),
    act: scrollBy(10, 9),
    session: `typeof AdView === 'undefined' ? '{"adview":1,"slots":[]}\\n' : 'it was recorded'`
  },
  'no body for long': {
    html: `${frame}<script>${recorder}</script><script>document.documentElement.removeChild(document.body ?? document.head);</script>`,
    act: scrollBy(20, 1)
  }
};

(async () => {
  const chromium = new Chromium();
  for (const [name, {html, files, act, session = 'AdView.session()', mayWarn}] of Object.entries(scenarios)) {
    if (process.argv[4] && name !== process.argv[4]) continue;
    const tab = await chromium.page({'/': html, ...files}, {scripts: [clock]});
    const began = Date.now();
    const result = typeof act === 'string'
      ? await tab.evaluate(`(async () => { await (${act}); })()`) : await act(tab);
    const text = await tab.evaluate(session);
    const base = path.join(folder, name.replaceAll(' ', '-'));
    fs.writeFileSync(`${base}.jsonl`, text);
    fs.writeFileSync(`${base}.json`, JSON.stringify({name, errors: mayWarn ? [] : tab.errors, result, took: Date.now() - began}));
    await tab.close();
  }
  await chromium.close();
  console.log('done');
})().catch(error => {
  console.error(error);
  process.exit(1);
});
