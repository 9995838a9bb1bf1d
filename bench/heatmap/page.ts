/** Functions of the benchmark page. */
export interface HeatmapBench {
  /** Displays products over weeks; returns the selector of the scroll container. */
  mount(products: number, weeks: number): Promise<string>;
  /** Starts recording the milliseconds between frames. */
  watch(): void;
  /** Stops recording and returns them. */
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
