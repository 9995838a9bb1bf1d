interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds on the clock and of the processor. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** The categories that a Chromium trace needs for {@link longestTask}. */
export const taskCategories = ['toplevel', '__metadata'];

/**
 * The longest task of a page's main thread in a trace, in milliseconds: on the clock, and of the processor, which a
 * busy machine doesn't lengthen.
 */
export function longestTask(trace: Buffer): { clock: number; processor: number } {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && threads.has(`${pid} ${tid}`));
  const longest = (time: 'dur' | 'tdur') => tasks.reduce((most, task) => Math.max(most, task[time] ?? 0), 0) / 1000;
  return { clock: longest('dur'), processor: longest('tdur') };
}
