import { benchLines, type BenchLine, type Contender } from './contender.ts';

type Mount = (root: HTMLElement, lines: readonly BenchLine[]) => Contender;

interface GridModule {
  /** Content of the page before the grid. */
  prepare?: (root: HTMLElement) => void;
  mount: Mount;
}

const grids: Readonly<Record<string, () => Promise<GridModule>>> = {
  'stock-horizon': () => import('./horizon.tsx'),
  'react-data-grid': () => import('./react-data-grid.tsx'),
  handsontable: () => import('./handsontable.ts'),
};

/** Functions of the benchmark page; durations in milliseconds. */
export interface GridBench {
  /** Creates the lines and the content before the grid. */
  prepare(rows: number): Promise<void>;
  mount(): Promise<number>;
  paste(lines: number): Promise<number>;
  /** Returns the times between frames while scrolling a little in each. */
  scroll(frames: number, pixels: number): Promise<number[]>;
  /** Returns the position of the first cell, for a click. */
  firstCell(): { x: number; y: number };
  /** Starts recording the time from each key until its paint. */
  watchKeys(): void;
  keyTimes(): number[];
  textOf(row: number, field: keyof BenchLine): string;
}

const name = new URLSearchParams(location.search).get('grid') ?? '';
const load = grids[name];
const root = document.getElementById('root');
if (!load || !root) throw new Error(`No grid is called ${name}.`);

let lines: readonly BenchLine[] = [];
let grid: GridModule | null = null;
let contender: Contender | null = null;
let times: number[] = [];

/** Resolves after the next frame is painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  });
}

function here(): Contender {
  if (!contender) throw new Error('Nothing is mounted.');
  return contender;
}

const bench: GridBench = {
  async prepare(rows) {
    // The first use costs some milliseconds with any grid.
    new Intl.DateTimeFormat().format();
    new Intl.PluralRules('en').select(1);
    new Intl.NumberFormat('en').format(1);
    lines = benchLines(rows);
    grid?.prepare?.(root);
    await painted();
  },
  async mount() {
    await painted();
    const start = performance.now();
    contender = grid?.mount(root, lines) ?? null;
    do await painted();
    while (!root.textContent.includes(lines[3]?.product ?? ''));
    return performance.now() - start;
  },
  async paste(lines) {
    const cells = Array.from({ length: lines }, (_, index) => [`P${index}`, '', String(index + 1)]);
    await painted();
    const start = performance.now();
    here().paste(cells);
    do await painted();
    while (!root.textContent.includes('P3'));
    return performance.now() - start;
  },
  async scroll(frames, pixels) {
    const scroller = here().scroller();
    const between: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let frame = 0; frame < frames; frame += 1) {
      scroller.scrollTop += pixels;
      const now = await new Promise<number>(requestAnimationFrame);
      between.push(now - last);
      last = now;
    }
    scroller.scrollTop = 0;
    await painted();
    return between;
  },
  firstCell() {
    const scroller = here().scroller().getBoundingClientRect();
    return { x: scroller.left + 100, y: scroller.top + 54 };
  },
  watchKeys() {
    times = [];
    window.addEventListener(
      'keydown',
      ({ timeStamp }) => void painted().then(() => times.push(performance.now() - timeStamp)),
      { capture: true },
    );
  },
  keyTimes: () => times,
  textOf: (row, field) => here().textOf(row, field),
};

// No top-level await: the module is in this page's chunk, which would wait for itself.
async function start(load: () => Promise<GridModule>) {
  grid = await load();
  Object.assign(window, { bench });
}

void start(load);
