import { afterEach, expect, it, vi } from 'vitest';

import { openFile } from './open-list.ts';

afterEach(() => vi.useRealTimers());

it('aborts a file that exceeds the timeout', async () => {
  vi.useFakeTimers();
  const terminate = vi.fn();
  vi.stubGlobal(
    'Worker',
    class {
      addEventListener = () => undefined;
      postMessage = () => undefined;
      terminate = terminate;
    },
  );
  const opened = openFile(new Blob(), { locale: 'en', statuses: [] });
  const failure = expect(opened).rejects.toMatchObject({ code: 'not-readable' });
  await vi.advanceTimersByTimeAsync(60_000);
  await failure;
  expect(terminate).toHaveBeenCalled();
});
