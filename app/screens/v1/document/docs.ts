import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../../../platform/endpoint.ts';
import { byKeyAlone, type Document, openApiDocument } from '../../../../platform/http/openapi/document.ts';
import type { Samples } from '../../../../platform/http/openapi/sample.ts';
import { newestVersion } from '../../../people/keys/versions.ts';

/** The OpenAPI document of `/v1`, for everybody: it says nothing of any account. */
export function v1Docs(app: FastifyInstance, samples: Samples): void {
  let document: Document | undefined;
  const about = {
    title: 'Crossdock',
    description: 'What other systems read and change of an account, with a key of Settings → API.',
    version: newestVersion,
    ...{ security: byKeyAlone, making: { samples, examples: {} } },
  };
  app.get('/v1/openapi.json', async () => {
    document ??= openApiDocument(app.web.endpointsByKey.filter(isOfV1), about);
    return document;
  });
}

/** Agents call by a protocol of their own, which describes its tools itself. */
const isOfV1 = ({ path }: Endpoint) => path.startsWith('/v1/');
