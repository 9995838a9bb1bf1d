/** What the service asks of every request (§5); it lives on the server and in no browser. */
export interface Credentials {
  token: string;
  subscriptionKey: string;
}
