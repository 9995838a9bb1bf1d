import type { UpstreamOutcome, UpstreamQuestion } from './upstream-calls.ts';

type Method = UpstreamQuestion['method'];

/**
 * Which method an upstream takes for the calendars of several products: the specification names POST and shows GET
 * (§4.4). GET first; on 404 or 405 the other once, and the one that worked from then on.
 */
export class CalendarMethod {
  #method: Method = 'GET';

  /** What came of the question, by whichever method the upstream takes. */
  async ask(
    question: UpstreamQuestion,
    ask: (question: UpstreamQuestion) => Promise<UpstreamOutcome>,
  ): Promise<UpstreamOutcome> {
    const method = this.#method;
    const first = await ask({ ...question, method });
    if (!isAboutMethod(first)) return first;
    const other = method === 'GET' ? 'POST' : 'GET';
    const second = await ask({ ...question, method: other });
    if (isTrouble(second)) return second;
    if (second.kind !== 'answer' || second.response.status >= 300) return first;
    this.#method = other;
    return second;
  }
}

/** Says nothing of the method, and more of what is wrong than that the first method is not taken. */
function isTrouble(outcome: UpstreamOutcome): boolean {
  if (outcome.kind !== 'answer') return true;
  const { status } = outcome.response;
  return [401, 403, 408, 429].includes(status) || status >= 500;
}

function isAboutMethod(outcome: UpstreamOutcome): boolean {
  return outcome.kind === 'answer' && (outcome.response.status === 404 || outcome.response.status === 405);
}
