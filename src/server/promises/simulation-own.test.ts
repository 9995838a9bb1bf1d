import { test } from 'vitest';

import { simulate } from './simulation.fixture.ts';

test("everybody is told each change once, of this server's own store", () => simulate(true));
