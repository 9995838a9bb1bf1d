import { request as httpRequest } from 'node:http';

import { expect } from 'vitest';

import { Problem } from '#contract/problem.ts';

import type { RunningService } from './running-service.ts';

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** For the tests: sends a request target exactly as it is written, which `fetch` would tidy up. */
export async function sendRaw(
  service: RunningService,
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
) {
  const answer = await new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const request = httpRequest(
        {
          host: '127.0.0.1',
          port: service.port,
          path: `/api${path}`,
          method,
          headers: {
            ...service.headers,
            ...(body !== undefined &&
              !('Transfer-Encoding' in headers) && { 'Content-Length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
          agent: false,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    },
  );
  return { ...answer, problem: answer.status < 400 ? null : Problem.parse(JSON.parse(answer.text)) };
}

/** Expects a refusal that names these paths, each with a sentence about it. */
export function expectBadRequest({ status, headers, problem }: Awaited<ReturnType<typeof sendRaw>>, paths: string[]) {
  expect({ status, paths: problem?.errors?.map((error) => error.path) }).toEqual({ status: 400, paths });
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(problem?.type).toBe('urn:stock-horizon:problem:bad-request');
  for (const { path, message } of problem?.errors ?? [])
    expect(message).toMatch(new RegExp(`^${path.replaceAll(/[^\w]/g, '.')} (?:must|is) .+\\.$`));
}
