import type { Config } from './config.ts';

/** The server can't listen where the settings say. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  /** @param place with the setting that gives its port */
  constructor({ host, port, setting = 'PORT' }: ListenPlace, cause: unknown) {
    super(sentenceFor(cause, host, port, setting), { cause });
  }
}

interface ListenPlace extends Pick<Config, 'host' | 'port'> {
  setting?: 'PORT' | 'METRICS_PORT';
}

function sentenceFor(cause: unknown, host: string, port: number, setting: string): string {
  switch (cause instanceof Error && 'code' in cause ? cause.code : undefined) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program (perhaps Stock Horizon runs already). Stop that one, or set ${setting} to a free port: ${setting}=${port + 1} npm start.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Set ${setting} to one above 1023, for example 8080.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST must be an address of this machine, which ${host} is not. Leave it out to serve this machine alone.`;
    default:
      return `The server cannot listen on ${host}, port ${port}: ${String(cause)}`;
  }
}
