/** What a page of the benchmark can be asked to do. */
export interface HeatmapBench {
  /** Shows so many products over so many weeks; gives the selector of what scrolls. */
  mount(products: number, weeks: number): Promise<string>;
  /** Begins to note the milliseconds between frames. */
  watch(): void;
  /** Ends it, and gives them. */
  frames(): number[];
}

export type Mount = (root: HTMLElement, products: number, weeks: number) => Promise<string>;

const contenders: Readonly<Record<string, () => Promise<{ mount: Mount }>>> = {
  'stock-horizon': () => import('./horizon.tsx'),
  'plain boxes': () => import('./plain.ts'),
};

const name = new URLSearchParams(location.search).get('heatmap') ?? '';
const module = await contenders[name]?.();
const root = document.getElementById('root');
if (!module || !root) throw new Error(`No heatmap is called ${name}.`);

let between: number[] = [];
let isWatching = false;

const bench: HeatmapBench = {
  async mount(products, weeks) {
    const scroller = await module.mount(root, products, weeks);
    while (!document.querySelector(scroller)) await new Promise(requestAnimationFrame);
    return scroller;
  },
  watch() {
    between = [];
    isWatching = true;
    let last = performance.now();
    const note = (now: number) => {
      between.push(now - last);
      last = now;
      if (isWatching) requestAnimationFrame(note);
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(note);
    });
  },
  frames() {
    isWatching = false;
    return between;
  },
};

Object.assign(window, { heatmapBench: bench });
