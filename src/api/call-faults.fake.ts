import { problemType, type Problem, type ProblemCode } from '#contract/problem.ts';

import { ContractError, HttpError, NetworkError, TimeoutError } from './errors.ts';
import { readRefusal } from './http-client.ts';

/** Failures of a whole call. */
export const callFaults = [
  '500',
  '503',
  '503 Retry-After',
  '429',
  '429 Retry-After seconds',
  '429 Retry-After date',
  'timeout',
  'cut',
  'no JSON',
  '413',
  '400 size',
  '401',
  '404 nothing named',
] as const;
export type CallFault = (typeof callFaults)[number];

/** Throws the error of a call with this fault; other faults do nothing. `clock` is Unix milliseconds. */
export async function failCall(fault: string | null, clock: number): Promise<void> {
  const date = { date: new Date(clock).toUTCString() };
  const later = new Date(clock + 3_000).toUTCString();
  if (fault === '500') await refuseAs(500, 'internal-error');
  if (fault === '503') await refuseAs(503, 'unavailable');
  if (fault === '503 Retry-After') await refuseAs(503, 'unavailable', {}, { 'retry-after': '2' });
  if (fault === '429') await refuseAs(429, 'too-many-requests');
  if (fault === '429 Retry-After seconds') await refuseAs(429, 'too-many-requests', {}, { 'retry-after': '5' });
  if (fault === '429 Retry-After date') {
    await refuseAs(429, 'too-many-requests', {}, { ...date, 'retry-after': later });
  }
  if (fault === 'timeout') throw new TimeoutError(30_000);
  if (fault === 'cut') throw new NetworkError('The server could not be reached');
  if (fault === 'no JSON') throw new ContractError('', 'the body is not JSON');
  if (fault === '413') await refuseAs(413, 'payload-too-large');
  if (fault === '400 size') {
    await refuseAs(400, 'bad-request', {
      errors: [{ path: 'products', message: 'products must be a list of 1 to 3 products, each with productId.' }],
    });
  }
  if (fault === '401') await refuseAs(401, 'unauthorized');
  if (fault === '404 nothing named') await refuse(new Response('<html>Not found</html>', { status: 404 }));
}

/** Throws the HttpError of a problem with this code. */
export function refuseAs(
  status: number,
  code: ProblemCode,
  more: Partial<Problem> = {},
  headers: Record<string, string> = {},
): Promise<never> {
  const body: Problem = { type: problemType(code), title: code, status, detail: 'No.', instance: '/stock', ...more };
  return refuse(new Response(JSON.stringify(body), { status, headers }));
}

/** Throws the HttpError of a response. */
export async function refuse(response: Response): Promise<never> {
  throw new HttpError(await readRefusal(response));
}
