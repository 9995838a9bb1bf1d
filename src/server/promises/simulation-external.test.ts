import { test } from 'vitest';

import { simulate } from './simulation.fixture.ts';

test('everybody is told each change once, of an external service that flaps, fails and contradicts itself', () =>
  simulate(false));
