import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { SignedIn, SignIn } from './sign-in.ts';

const decorator = 'signedIn';

/** From here on `app` serves only who is signed in; others get a 401 before their body is read. */
export function requireSignIn(app: FastifyInstance, signIn: SignIn): void {
  app.decorateRequest(decorator, null);
  app.addHook('onRequest', async (request) => {
    request.setDecorator<SignedIn>(decorator, await signIn.required(request));
  });
}

/** Who is signed in, where {@link requireSignIn} holds. */
export function signedInOf(request: FastifyRequest): SignedIn {
  return request.getDecorator<SignedIn>(decorator);
}
