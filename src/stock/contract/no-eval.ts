import { config } from 'zod/mini';

// Zod compiles its validators with `new Function` by default, which the content security policy forbids. Every schema
// file imports this one first.
config({ jitless: true });
