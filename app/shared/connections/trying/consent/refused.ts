import { asSentence } from '../../../../ui/words/as-sentence.ts';

/**
 * Why a vendor sent a person back without a code: the errors of OAuth (RFC 6749, 4.1.2.1), and the vendor's own words where it has others.
 */
export function consentRefused(label: string, query: URLSearchParams): string {
  const error = (query.get('error') ?? '').slice(0, 100);
  const words = (query.get('error_description') ?? '').trim().slice(0, 300);
  const why = sentences[error]?.(label) ?? asSentence(`${label} refused it: ${words || error || 'it sent no code back'}`);
  return `${why} Nothing was changed.`;
}

const sentences: Record<string, ((label: string) => string) | undefined> = {
  access_denied: (label) => `${label} was not agreed to: the page there was cancelled, or the account there may not allow it.`,
  invalid_scope: (label) => `The account at ${label} cannot give all that Crossdock needs.`,
  unauthorized_client: (label) => `${label} does not know the application of this Crossdock. Whoever runs it has to register it there.`,
  server_error: (label) => `${label} has a problem just now. Try again in a few minutes.`,
  temporarily_unavailable: (label) => `${label} has a problem just now. Try again in a few minutes.`,
};
