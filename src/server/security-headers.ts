/**
 * The headers of every answer; the dashboard's pages and files replace some by their own.
 * @param https whether people reach the server by https, so that their browsers should insist on it
 */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}
