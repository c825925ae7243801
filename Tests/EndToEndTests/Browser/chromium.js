// Chromium without a window and without a network, by its debugging protocol over two pipes.
'use strict';
const {spawn, execFileSync} = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const program = ['chromium', 'chromium-browser'].find(name => {
  try {
    execFileSync(name, ['--version'], {stdio: 'ignore'});
    return true;
  } catch {
    return false;
  }
});

class Chromium {
  static isInstalled = program !== undefined;

  constructor(...flags) {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'adview-chromium-'));
    this.process = spawn(program, [
      '--headless=new', '--no-sandbox', '--remote-debugging-pipe', `--user-data-dir=${this.folder}`,
      '--no-first-run', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars',
      '--disable-background-networking', '--disable-component-update', '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND', '--disable-frame-rate-limit', '--disable-gpu-vsync',
      ...flags, 'about:blank'
    ], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    this.waiting = new Map();
    this.listeners = [];
    this.number = 0;
    let rest = Buffer.alloc(0);
    this.process.stdio[4].on('data', data => {
      rest = Buffer.concat([rest, data]);
      for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) {
        this.take(JSON.parse(rest.subarray(0, end).toString()));
      }
    });
    this.process.on('exit', () => {
      for (const {reject} of this.waiting.values()) reject(new Error('Chromium has ended'));
    });
  }

  take(message) {
    const waiting = this.waiting.get(message.id);
    if (waiting) {
      this.waiting.delete(message.id);
      if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting.resolve(message.result);
    }
    if (message.method) for (const listener of [...this.listeners]) listener(message);
  }

  call(method, params = {}, sessionId) {
    const id = ++this.number;
    this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + '\0');
    return new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject, method}));
  }

  event(method, sessionId, matches = () => true) {
    return new Promise(resolve => {
      const listener = message => {
        if (message.method !== method || message.sessionId !== sessionId || !matches(message.params)) return;
        this.listeners.splice(this.listeners.indexOf(listener), 1);
        resolve(message.params);
      };
      this.listeners.push(listener);
    });
  }

  async close() {
    const ended = new Promise(resolve => this.process.on('exit', resolve));
    await this.call('Browser.close').catch(() => {});
    await ended;
    fs.rmSync(this.folder, {recursive: true, force: true});
  }

  // A new page of a site that exists here alone: `files` are its documents by their paths.
  async page(files, {width = 390, height = 844, scale = 1, isMobile = false, scripts = []} = {}) {
    const {targetId} = await this.call('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await this.call('Target.attachToTarget', {targetId, flatten: true});
    const page = new Page(this, targetId, sessionId, files);
    await page.call('Page.enable');
    await page.call('Runtime.enable');
    await page.call('Fetch.enable', {patterns: [{urlPattern: '*'}]});
    await page.resize(width, height, scale, isMobile);
    for (const source of scripts) await page.call('Page.addScriptToEvaluateOnNewDocument', {source});
    await page.open('/');
    return page;
  }
}

class Page {
  constructor(chromium, target, session, files) {
    Object.assign(this, {chromium, target, session, files});
    // What the page has sent, and what went wrong in it.
    this.sent = [];
    this.errors = [];
    chromium.listeners.push(({method, params, sessionId}) => {
      if (sessionId !== session) return;
      if (method === 'Fetch.requestPaused') this.answer(params);
      if (method === 'Runtime.exceptionThrown') this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === 'Runtime.consoleAPICalled' && ['warning', 'error'].includes(params.type)) {
        this.errors.push(params.args.map(({value, description}) => value ?? description).join(' '));
      }
    });
  }

  answer({requestId, request}) {
    const {pathname} = new URL(request.url);
    if (request.method === 'POST') this.sent.push({url: request.url, body: request.postData ?? ''});
    const body = this.files[pathname];
    this.call('Fetch.fulfillRequest', {
      requestId, responseCode: body === undefined ? 404 : 200,
      responseHeaders: [{name: 'Content-Type', value: 'text/html; charset=utf-8'}],
      body: Buffer.from(body ?? '').toString('base64')
    }).catch(() => {});
  }

  call(method, params) {
    return this.chromium.call(method, params, this.session);
  }

  resize(width, height, scale = 1, mobile = false) {
    return this.call('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: scale, mobile});
  }

  async open(path) {
    const loaded = this.chromium.event('Page.loadEventFired', this.session);
    await this.call('Page.navigate', {url: 'http://page.example' + path});
    await loaded;
  }

  // The value of an expression, or of the promise that it is.
  async evaluate(expression) {
    const {result, exceptionDetails} = await this.call('Runtime.evaluate', {
      expression, awaitPromise: true, returnByValue: true
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  close() {
    return this.chromium.call('Target.closeTarget', {targetId: this.target});
  }
}

module.exports = {Chromium};
