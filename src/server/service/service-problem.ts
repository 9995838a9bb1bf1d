import type { Problem, ProblemCode } from '#contract/problem.ts';

type Extensions = Pick<Problem, 'errors' | 'unknownProductIds' | 'unavailableProductIds'>;

/** A refusal, thrown anywhere in a request and answered as problem details (RFC 9457). */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly code: ProblemCode;
  readonly extensions: Extensions;
  /** Further headers of the answer, such as `WWW-Authenticate`. */
  readonly headers: Readonly<Record<string, string | string[]>>;

  /** @param detail one sentence for the caller: what is wrong and what would be right */
  constructor(
    code: ProblemCode,
    detail: string,
    { headers = {}, ...extensions }: Extensions & { headers?: Record<string, string | string[]> } = {},
  ) {
    super(detail);
    this.code = code;
    this.extensions = extensions;
    this.headers = headers;
  }
}
