import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { EventOutput } from './order-check-route.ts';

const nothing = () => undefined;

const outputOf = (stream = new PassThrough(), signal = new AbortController().signal) =>
  new EventOutput(stream, signal, nothing);

describe('the output of events', () => {
  const end = { kind: 'end' } as const;
  afterEach(() => void vi.useRealTimers());

  it('writes the events of one task together, as lines', async () => {
    const output = outputOf();
    const line = '{"kind":"end"}\n';
    const write = vi.spyOn(output.stream, 'write');
    const writes: string[] = [];
    output.stream.on('data', (chunk: Buffer) => writes.push(String(chunk)));
    await output.finish(async () => {
      output.emit(end);
      output.emit(end);
      await new Promise(setImmediate);
      output.emit(end);
      await new Promise(setImmediate);
      expect(writes).toEqual([line + line, line]);
      // There is nothing to write or to wait for.
      await output.ready();
    });
    await once(output.stream, 'end');
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('keeps the connection open by blank lines while there is nothing to write', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const output = outputOf();
    const work = new EventEmitter();
    const written = output.finish(async () => void (await once(work, 'done')));
    vi.advanceTimersByTime(30_000);
    expect(String(output.stream.read())).toBe('\n\n\n');
    output.emit(end);
    vi.advanceTimersByTime(10_000);
    expect(output.stream.read()).toBeNull();
    work.emit('done');
    await written;
    expect(vi.getTimerCount()).toBe(0);
    expect(String(output.stream.read())).toBe('{"kind":"end"}\n');
  });

  it('writes no blank line to a client that takes nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const output = outputOf(new PassThrough({ highWaterMark: 1 }));
    void output.finish(() => new Promise(() => undefined));
    output.stream.write('12');
    vi.advanceTimersByTime(10_000);
    expect(String(output.stream.read())).toBe('12');
  });

  it('ends as broken if the work fails, and waits no longer for a client that is gone', async () => {
    const output = outputOf();
    await output.finish(() => Promise.reject(new Error('out of order')));
    expect(output.stream.destroyed).toBe(true);
    output.emit(end);
    await new Promise(setImmediate);
    const gone = new AbortController();
    const waiting = outputOf(new PassThrough({ highWaterMark: 1 }), gone.signal);
    waiting.emit(end);
    const ready = waiting.ready();
    gone.abort();
    await expect(ready).rejects.toThrow('aborted');
  });

  it('is no longer in progress when it waits for its client, or is written', async () => {
    const completed = vi.fn<() => void>();
    const output = new EventOutput(new PassThrough({ highWaterMark: 10 }), new AbortController().signal, completed);
    const written = output.finish(async () => {
      output.emit({ kind: 'end' });
      expect(completed).not.toHaveBeenCalled();
      await output.ready();
    });
    expect(completed).toHaveBeenCalledOnce();
    output.stream.resume();
    await written;
    expect(completed).toHaveBeenCalledTimes(2);
  });
});
