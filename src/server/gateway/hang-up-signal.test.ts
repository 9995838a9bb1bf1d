import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';

import { hangUpSignal } from './hang-up-signal.ts';

it.each([false, true])(
  'aborts the request when the browser disconnects; it has the complete response: %s',
  (hasAll) => {
    const response = Object.assign(new EventEmitter(), { writableFinished: hasAll });
    const signal = hangUpSignal(response as unknown as ServerResponse);
    expect(signal.aborted).toBe(false);
    response.emit('close');
    expect(signal.aborted).toBe(!hasAll);
  },
);
