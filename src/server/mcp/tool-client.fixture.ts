import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** Revisions of the protocol: with a session's greeting, and without. */
export const revisions = ['2025-11-25', '2026-07-28'] as const;

/** A client of the tools, as assistants have it. */
export async function toolClient(port: number, key: string, revision: (typeof revisions)[number] = '2026-07-28') {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  );
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit: { headers } }),
  );
  return {
    client,
    /** Calls a tool and returns its data and its text. */
    call: async (name: string, args: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: args });
      const [content] = result.content as { type: string; text: string }[];
      return { data: result.structuredContent, text: content?.text ?? '', isError: result.isError === true };
    },
  };
}
