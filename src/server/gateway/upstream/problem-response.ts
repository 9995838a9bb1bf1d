import { attemptsHeader, upstreamRequestIdHeader } from '#contract/answer-headers.ts';
import { requestIdHeader } from '#contract/headers.ts';
import { problemKinds } from '#contract/problem-kinds.ts';
import { Problem, problemType, type ProblemCode } from '#contract/problem.ts';
import { refusalSentence } from '#contract/refusal-sentence.ts';
import type { BackendRequest, BackendResponse } from '#server/gateway/stock-backend.ts';

/** What was asked, as far as a refusal repeats it. */
export type Asked = Pick<BackendRequest, 'path' | 'requestId'>;

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
 * where it is a problem already; the status is the upstream's.
 */
export function passedProblem(answer: BackendResponse, asked: Asked, attempts: number): BackendResponse {
  const { status } = answer;
  const retryAfter = answer.headers['retry-after'];
  const text = answer.body.toString('utf8');
  const given = Problem.safeParse(parseJson(text)).data;
  const sentence = refusalSentence(text);
  const upstreamRequestId = foreignId(answer, asked);
  const problem: Problem = {
    ...given,
    type: given?.type ?? 'about:blank',
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
