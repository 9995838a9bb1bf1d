import '#contract/no-eval.ts';
import * as z from 'zod/mini';

import { attemptsHeader, requestIdHeader, upstreamRequestIdHeader } from '#contract/headers.ts';
import {
  Problem,
  problemCode,
  type ProblemCode,
  problemCodes,
  problemKinds,
  problemType,
  refusalSentence,
} from '#contract/problem.ts';
import type { BackendRequest, BackendResponse } from '#server/gateway/stock-backend.ts';

/** What was asked, as far as a refusal repeats it. */
export type Asked = Pick<BackendRequest, 'path' | 'requestId'>;

/** What others write of a problem: RFC 9457 asks for none of its members. */
const GivenProblem = z.partial(Problem);

const mediaType = 'application/problem+json; charset=utf-8';

/** A refusal of the gateway's own: what went wrong between it and the upstream. */
export function ownProblem(
  code: ProblemCode,
  detail: string,
  asked: Asked,
  { headers = {}, ...more }: Partial<Problem> & { headers?: BackendResponse['headers'] } = {},
): BackendResponse {
  const { status, title } = problemKinds[code];
  return response(status, { type: problemType(code), title, status, detail, ...placeOf(asked), ...more }, headers);
}

/**
 * An upstream's refusal, whatever its form, as one problem with one sentence. Its type and what it names are kept
 * where it is a problem already, except for what only a gateway can say; the status is the upstream's.
 */
export function passedProblem(answer: BackendResponse, asked: Asked, attempts: number): BackendResponse {
  const { status } = answer;
  const retryAfter = answer.headers['retry-after'];
  const text = textOf(answer);
  const given = GivenProblem.safeParse(parseJson(text)).data;
  const sentence = refusalSentence(text);
  const upstreamRequestId = foreignId(answer, asked);
  const { errors, unknownProductIds, unavailableProductIds } = given ?? {};
  const problem: Problem = {
    ...(errors !== undefined && { errors }),
    ...(unknownProductIds !== undefined && { unknownProductIds }),
    ...(unavailableProductIds !== undefined && { unavailableProductIds }),
    type: given?.type === undefined || isMistaken(given.type, status) ? 'about:blank' : given.type,
    title: given?.title ?? `The service answered ${status}`,
    status,
    detail: sentence ?? `The service answered with status ${status} and gave no reason.`,
    ...placeOf(asked),
    ...(upstreamRequestId !== null && { upstreamRequestId }),
  };
  return response(status, problem, {
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    // What the upstream names may make the browser open a password box of its own.
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(attempts > 1 && { [attemptsHeader]: String(attempts) }),
  });
}

/** Whether a type of ours comes where ours never would: from a gateway's own failures, or with another status. */
function isMistaken(type: string, status: number): boolean {
  const code = problemCode(type);
  return code !== undefined && !(problemCodes.some((own) => own === code) && problemKinds[code].status === status);
}

/** Character sets in which credentials are written as in UTF-8, so that they were found and taken out. */
const singleByte = /charset="?(iso-8859-\d+|windows-125\d)\b/i;

function textOf({ headers, body }: BackendResponse): string {
  const [, charset = 'utf-8'] = singleByte.exec(String(headers['content-type'] ?? '')) ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // A set of that name that does not exist.
    return body.toString('utf8');
  }
}

/** The id under which the upstream has this call, where it says another than it was given. */
export function foreignId(answer: BackendResponse, { requestId }: Asked): string | null {
  const id = answer.headers[requestIdHeader.toLowerCase()];
  return typeof id === 'string' && id !== requestId && /^[!-~]{1,200}$/.test(id) ? id : null;
}

function response(status: number, problem: Problem, headers: BackendResponse['headers']): BackendResponse {
  return {
    status,
    headers: {
      ...headers,
      'content-type': mediaType,
      ...(problem.upstreamRequestId !== undefined && { [upstreamRequestIdHeader]: problem.upstreamRequestId }),
    },
    body: Buffer.from(JSON.stringify(problem)),
  };
}

function placeOf({ path, requestId }: Asked): Pick<Problem, 'instance' | 'requestId'> {
  return { instance: path.split('?', 1)[0] ?? path, requestId };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
