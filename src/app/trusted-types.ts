/**
 * The policy by which the browser takes texts where it would run or read them as markup (Trusted Types): the workers of
 * this origin, the kit's style tags, which hold no markup, and documents that are read and never shown. Whatever else
 * becomes markup or a script's address is refused.
 */
interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: {
      createHTML: (text: string, type: string, sink: string) => string | null;
      createScriptURL: (address: string) => string | null;
    },
  ): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  createHTML: (text, _type, sink) => (sink === 'DOMParser parseFromString' || !text.includes('<') ? text : null),
  createScriptURL: (address) => (new URL(address, location.href).origin === location.origin ? address : null),
});
