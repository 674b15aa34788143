import type { FastifyInstance } from 'fastify';
import { isPassing } from '../../../../platform/db.ts';
import { readFile } from '../../../../platform/files.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { route } from '../../../../platform/http/route.ts';
import type { Services } from '../../../people/accounts/services.ts';
import { receiveFile } from '../../files/receive-file.ts';
import { sendDownload, sendPicture } from '../../files/send-file.ts';
import { sniffedAsPicture } from '../../files/sniff.ts';
import { inTicket, readingTicket } from '../in-ticket.ts';
import { requireOpen } from '../message-commands.ts';
import { lockTicket } from '../stored-ticket.ts';
import { addPendingFile, deleteAttachment, requireAttachment } from './attachments.ts';
import { deleteFileByGetCall, deleteFileCall, deleteTicketFileCall, showFileCall, uploadFileCall } from './files-contract.ts';

const deleted = { message: 'The file was deleted.' };

/** The files of tickets. */
export function supportFilesApi(app: FastifyInstance, { files }: Services): void {
  route(app, uploadFileCall, async (call) => {
    const accountId = await inTicket(call, async (tenant) => {
      requireOpen(await lockTicket(tenant, call.params.id));
      return tenant.accountId;
    });
    // Between the two transactions: however slowly it arrives, it keeps no connection to the database.
    const received = await receiveFile(call.request, files, { accountId, missing: 'Choose a file.', documents: true });
    try {
      return await inTicket(call, (tenant) => addPendingFile(tenant, call.params.id, received));
    } catch (error) {
      // Where the connection was lost, it may be in a row all the same: then the strays decide.
      if (!isPassing(error)) await files.store.delete(received.key);
      throw error;
    }
  });

  route(app, showFileCall, async (call) => {
    const { params, query, request, reply } = call;
    const file = await readingTicket(call, async (tenant) => {
      await requireAttachment(tenant, params.id, params.fileId);
      return readFile(tenant, files, params.fileId);
    });
    if (!file) throw refuse(404, 'not_found', 'This file no longer exists.');
    if (query.download !== undefined || !sniffedAsPicture(file.contentType)) return sendDownload(file, request, reply);
    reply.headers({ 'cache-control': 'private, max-age=3600', vary: 'cookie' });
    return sendPicture(file, request, reply);
  });

  deletingRoutes(app, files);
}

/** Also by the addresses of the specification, which name no ticket. */
function deletingRoutes(app: FastifyInstance, files: Services['files']): void {
  route(app, deleteTicketFileCall, async (call) => {
    await inTicket(call, (tenant) => deleteAttachment(tenant, files, call.params.fileId, call.params.id));
    return deleted;
  });
  route(app, deleteFileCall, async ({ inTenant, params }) => {
    await inTenant((tenant) => deleteAttachment(tenant, files, params.id));
    return deleted;
  });
  route(app, deleteFileByGetCall, async ({ inTenant, params }) => {
    await inTenant((tenant) => deleteAttachment(tenant, files, params.id));
    return 'success' as const;
  });
}
