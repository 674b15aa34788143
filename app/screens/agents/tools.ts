import { applyRemedyTool } from './preparing/apply-remedy.ts';
import { draftTicketTool } from './preparing/draft-ticket.ts';
import { prepareOrdersTool } from './preparing/prepare-orders.ts';
import { followRunTool } from './preparing/runs.ts';
import { startRunTool } from './preparing/start-run.ts';
import { explainOrderTool } from './reading/explain-order.ts';
import { findOrdersTool } from './reading/find-orders.ts';
import { lookUpStockTool } from './reading/look-up-stock.ts';
import { needsAPersonTool } from './reading/needs-a-person.ts';
import { previewRemedyTool } from './reading/preview-remedy.ts';
import type { Tool } from './tool.ts';

/** What agents can do here, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  findOrdersTool,
  explainOrderTool,
  needsAPersonTool,
  lookUpStockTool,
  previewRemedyTool,
  applyRemedyTool,
  prepareOrdersTool,
  startRunTool,
  followRunTool,
  draftTicketTool,
];
