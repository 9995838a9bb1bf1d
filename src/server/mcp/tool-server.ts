import { createMcpHandler, McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';

import { ServiceProblem } from '#server/service/service-problem.ts';

import { type StockTool, stockTools, ToolError, type ToolStock, type ToolUser } from './stock-tools.ts';

const instructions =
  'Stock of a supplier, read-only. A ship date is the first day goods can ship, not a delivery date. Give a date only as a tool returned it, always with its basis; where a tool returns no date, there is none.';

/**
 * Answers requests of the Model Context Protocol, each by itself, in the revisions of 2025 and of 2026.
 * @returns the response to a request, or null if it has no body to answer
 */
export function toolServer(stock: ToolStock, version: string) {
  const tools = stockTools(stock).map((tool) => ({ tool, input: withJson(tool.input), output: withJson(tool.output) }));
  const { fetch } = createMcpHandler(
    ({ authInfo }) => {
      const user = authInfo?.extra?.['user'] as ToolUser;
      const server = new McpServer({ name: 'stock-horizon', title: 'Stock Horizon', version }, { instructions });
      for (const { tool, input, output } of tools)
        server.registerTool(
          tool.name,
          {
            title: tool.title,
            description: tool.description,
            inputSchema: input,
            outputSchema: output,
            annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
          },
          (requested: unknown) => stockResult(tool, requested, user),
        );
      return server;
    },
    // No stream outlives its request.
    { maxSubscriptions: 0 },
  );
  return (request: Request, user: ToolUser, parsedBody: unknown): Promise<Response> =>
    fetch(request, { parsedBody, authInfo: { token: '', clientId: '', scopes: [], extra: { user } } });
}

async function stockResult(tool: StockTool, requested: unknown, user: ToolUser) {
  try {
    const { data, text } = await tool.stockResult(requested as never, user);
    return { structuredContent: data, content: [{ type: 'text' as const, text }] };
  } catch (error) {
    const isForCaller = error instanceof ToolError || error instanceof ServiceProblem;
    if (!isForCaller) user.onFailure(error);
    const text = isForCaller ? error.message : 'The call failed. Try again in a few seconds.';
    return { isError: true, content: [{ type: 'text' as const, text }] };
  }
}

/** Adds the JSON Schema, which the mini schemas don't carry. */
function withJson(schema: z.ZodMiniType): StandardSchemaWithJSON {
  const [input, output] = [z.toJSONSchema(schema, { io: 'input' }), z.toJSONSchema(schema)];
  const jsonSchema = { input: () => input, output: () => output };
  return { '~standard': { ...schema['~standard'], jsonSchema } };
}
