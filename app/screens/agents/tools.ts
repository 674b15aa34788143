import { explainOrderTool } from './reading/explain-order.ts';
import { findOrdersTool } from './reading/find-orders.ts';
import { lookUpStockTool } from './reading/look-up-stock.ts';
import { needsAPersonTool } from './reading/needs-a-person.ts';
import type { Tool } from './tool.ts';

/** What agents can do here, in the order in which they are listed. */
export const tools: readonly Tool[] = [findOrdersTool, explainOrderTool, needsAPersonTool, lookUpStockTool];
