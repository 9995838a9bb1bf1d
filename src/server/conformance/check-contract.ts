import type { ContractCheck } from '#contract/contract-check.ts';
import { textWithoutSecrets, withoutSecrets } from '#server/without-secrets.ts';

import { gatherEvidence } from './gather-evidence.ts';
import { PoliteSender } from './polite-sender.ts';
import type { SendProbe } from './probe.ts';
import { accessRequirements } from '#server/conformance/requirements/whole-service.ts';
import {
  calendarEntryRequirements,
  productCalendarRequirements,
  stockItemRequirements,
} from '#server/conformance/requirements/resources.ts';
import { calendarSearchRequirements } from './requirements/calendar-search.ts';
import { envelopeRequirements } from './requirements/envelope.ts';
import { lookupRequirements } from './requirements/lookups.ts';
import { oneCalendarRequirements } from '#server/conformance/requirements/lookups.ts';
import { wholeService } from './requirements/whole-service.ts';

/** In the order of the specification. */
const requirements = [
  ...wholeService,
  ...envelopeRequirements,
  ...stockItemRequirements,
  ...calendarEntryRequirements,
  ...productCalendarRequirements,
  ...oneCalendarRequirements,
  ...lookupRequirements,
  ...calendarSearchRequirements,
  ...accessRequirements,
].toSorted((a, b) => (a.section < b.section ? -1 : a.section > b.section ? 1 : 0));

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
  const sender = new PoliteSender(sendHiding, signal, wait);
  const { evidence, stopped } = await gatherEvidence(sender, productIds);
  return {
    checkedAt: now.toISOString(),
    requests: sender.requests,
    stopped: stopped === null ? null : { reason: stopped.reason, sentence: stopped.sentence },
    requirements: requirements.map(({ id, section, sentence, judge }) => {
      const { result, findings, observed } = judge(evidence);
      return { id, section, sentence, result, findings: [...findings], observed };
    }),
  };
}
