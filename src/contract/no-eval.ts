import { config } from 'zod/mini';

// Zod compiles its validators with `new Function` unless told not to; the content security policy forbids
// that. Every schema file imports this one first.
config({ jitless: true });
