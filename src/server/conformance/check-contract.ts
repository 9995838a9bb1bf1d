import { setImmediate } from 'node:timers/promises';

import type { ContractCheck, ContractRequirement } from '#contract/contract-check.ts';
import { textWithoutSecrets, withoutSecrets } from '#server/without-secrets.ts';

import { gatherEvidence } from './gather-evidence.ts';
import { politeSender } from './polite-sender.ts';
import type { SendProbe } from './probe.ts';
import { requirements } from './requirements.ts';

export interface CheckOptions {
  send: SendProbe;
  /** Products to ask for; empty to find some. */
  productIds: readonly number[];
  /** What must not be repeated, wherever the service may put it. */
  secrets: readonly string[];
  now: Date;
  signal?: AbortSignal;
  /** Waits for as many seconds as the service asks for. */
  wait?: (seconds: number) => Promise<void>;
}

/**
 * Holds a service to the specification, section by section, by some fourteen requests that change nothing.
 * @throws what `signal` says where the caller gave up
 */
export async function checkContract({
  send,
  productIds,
  secrets,
  now,
  signal,
  wait,
}: CheckOptions): Promise<ContractCheck> {
  // Before anything is cut short: a part of a secret would no longer be recognised.
  const sendHiding: SendProbe = async (request, deadline) => {
    const { body, ...answer } = await send(request, deadline);
    return { ...withoutSecrets(answer, secrets), body: textWithoutSecrets(body, secrets) };
  };
  const sender = politeSender(sendHiding, signal, wait);
  const { evidence, stopped } = await gatherEvidence(sender, productIds);
  const judged: ContractRequirement[] = [];
  for (const { id, section, sentence, judge } of requirements) {
    // Others get their turn in between: an answer may be long.
    await setImmediate();
    const { result, findings, observed } = judge(evidence);
    judged.push({ id, section, sentence, result, findings: [...findings], observed });
  }
  return {
    checkedAt: now.toISOString(),
    requests: sender.requests(),
    stopped: stopped === null ? null : { reason: stopped.reason, sentence: stopped.sentence },
    requirements: judged,
  };
}
