interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Wall-clock and processor time in microseconds. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Trace categories required by {@link longestTask}. */
export const taskCategories = ['toplevel', '__metadata'];

/**
 * Returns the longest main-thread task of a trace in milliseconds, in wall-clock time and in processor time, which is
 * independent of other load.
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
