import { describe, expect, it } from 'vitest';

import { ServiceProblem } from '#server/service/service-problem.ts';

import type { BackendProbe } from '#server/gateway/stock-backend.ts';
import { tryCredentials } from './try-credentials.ts';

const credentials = { token: 'the-token', subscriptionKey: 'the-key' };

/** A service that responds with these statuses: with credentials, and without (`bare`). */
function service(status: number, bare = status, headers: Record<string, string> = {}, body = '{}') {
  const requested: BackendProbe[] = [];
  const probe = async (request: BackendProbe) => {
    requested.push(request);
    return { status: 'Authorization' in request.headers ? status : bare, headers, body: Buffer.from(body) };
  };
  return { requested, outcome: tryCredentials({ probe }, credentials, 'request-1') };
}

const unreachable = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1'));

describe('credentials', () => {
  it('are verified by one small request, and one without them', async () => {
    const { requested, outcome } = service(200, 401);
    expect(await outcome).toEqual({ isChecked: true });
    expect(Object.keys(requested[1]?.headers ?? {})).toEqual(['Api-version', 'X-Request-Id']);
    expect(requested.slice(0, 1)).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/stock/calendar?page=1&pageSize=1&filter=productid.eq.1&includeMaxLeadTime=false',
        headers: {
          Authorization: 'Bearer the-token',
          'Ocp-Apim-Subscription-Key': 'the-key',
          'Api-version': 'v1',
          'X-Request-Id': 'request-1',
        },
      }),
    ]);
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'rejected-credentials'],
  ])('are rejected if the service returns %i', async (status, code) => {
    const message = `The stock service rejected this access token and subscription key (status ${status}).`;
    await expect(service(status).outcome).rejects.toMatchObject({ code, message });
  });

  it.each([
    [404, 401],
    [405, 403],
    [400, 401],
  ])('are accepted if the service rejects requests without them (%i, otherwise %i)', async (status, bare) => {
    expect(await service(status, bare).outcome).toEqual({ isChecked: true });
  });

  it('are not checked by a service that responds to anyone', async () => {
    expect(await service(200).outcome).toEqual({ isChecked: false });
  });

  it.each([404, 300, 301, 400])("can't be verified if the service returns %i to anyone", async (status) => {
    await expect(service(status).outcome).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/Check STOCK_UPSTREAM_URL\. Your credentials couldn't be verified/),
    });
  });

  it.each(['', '<html>Sign in</html>', '"yes"'])("can't be verified if the response is %j", async (body) => {
    await expect(service(200, 200, {}, body).outcome).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        /^The stock service responded with 200, but not in JSON\. Check STOCK_UPSTREAM_URL/,
      ),
    });
  });

  it.each(['☃', 'the-token', 'soon'])("aren't rejected on Retry-After %s", async (requested) => {
    await expect(service(503, 503, { 'retry-after': requested }).outcome).rejects.toHaveProperty('headers', {});
  });

  it("can be retried after the service's Retry-After, by its own clock", async () => {
    const headers = { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT', date: 'Sat, 21 Nov 2026 12:00:20 GMT' };
    await expect(service(503, 503, headers).outcome).rejects.toHaveProperty('headers', { 'Retry-After': '10' });
  });

  it("get the gateway's own problem", async () => {
    const problem = new ServiceProblem('unavailable', 'Too many requests are waiting.');
    await expect(tryCredentials({ probe: () => Promise.reject(problem) }, credentials, 'x')).rejects.toBe(problem);
  });

  it.each([429, 500, 503])("aren't rejected if the service returns %i", async (status) => {
    const { requested, outcome } = service(status, status, { 'retry-after': '7' });
    await expect(outcome).rejects.toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '7' } });
    expect(requested).toHaveLength(1);
  });

  it("aren't rejected if the service is unreachable", async () => {
    await expect(tryCredentials({ probe: unreachable }, credentials, 'x')).rejects.toMatchObject({
      code: 'unavailable',
      message: "Can't connect to the stock service. Your credentials couldn't be verified. Try again in a moment.",
    });
  });
});
