/**
 * Trusted Types policy. It allows workers of this origin, Mantine's style tags (which contain no markup) and documents
 * that are parsed but never shown. All other markup and script addresses are blocked.
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
