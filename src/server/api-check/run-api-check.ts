import { setImmediate } from 'node:timers/promises';

import type { ApiCheck, ApiCheckRequirement } from '#stock/contract/api-check.ts';
import { redactText, redactSecrets } from '#server/redact-secrets.ts';

import { checks, maxDeviations, type Outcome } from './checks.ts';
import { gatherEvidence } from './evidence.ts';
import { probeSender } from './probe-sender.ts';
import type { SendProbe } from './probe.ts';

export interface CheckOptions {
  send: SendProbe;
  /** Products to check with; if empty, some are discovered. */
  productIds: readonly number[];
  /** Values that must not appear in the report, even if the service repeats them. */
  secrets: readonly string[];
  now: Date;
  signal?: AbortSignal;
  /** Waits for a number of seconds. */
  wait?: (seconds: number) => Promise<void>;
}

/**
 * Checks a service against the specification, section by section, with about 14 read-only requests.
 * @throws the reason of `signal` if it aborts
 */
export async function runApiCheck({ send, productIds, secrets, now, signal, wait }: CheckOptions): Promise<ApiCheck> {
  // Before any text is truncated: part of a secret would no longer be recognized.
  const sendHiding: SendProbe = async (request, deadline) => {
    const { body, ...response } = await send(request, deadline);
    return { ...redactSecrets(response, secrets), body: redactText(body, secrets) };
  };
  const sender = probeSender(sendHiding, signal, wait);
  const { evidence, stopped } = await gatherEvidence(sender, productIds);
  const requirements: ApiCheckRequirement[] = [];
  for (const { id, section, sentence, judge } of checks) {
    // Yields to other requests, as judging a long response takes time.
    await setImmediate();
    requirements.push({ id, section, sentence, ...resultOf(judge(evidence)) });
  }
  return {
    checkedAt: now.toISOString(),
    requests: sender.requests(),
    stopped: stopped === null ? null : { reason: stopped.reason, sentence: stopped.sentence },
    requirements,
  };
}

const maxFindings = 10;

function resultOf(outcome: Outcome): Pick<ApiCheckRequirement, 'result' | 'findings' | 'observed'> {
  if (!Array.isArray(outcome)) return { ...outcome, findings: [] };
  const more = outcome.length - maxFindings;
  const count = outcome.length < maxDeviations ? more : `at least ${more}`;
  return {
    result: outcome.length === 0 ? 'passed' : 'failed',
    findings: outcome.slice(0, maxFindings),
    observed: more > 0 ? `And ${count} more of the kind.` : null,
  };
}
