/** What the service asks of every request (§5); it lives on the server and in no browser. */
export interface Credentials {
  token: string;
  subscriptionKey: string;
}

/** The credentials of the server itself, for people who are let in and bring none of their own. */
export type SharedCredentials = () => Promise<Credentials>;
