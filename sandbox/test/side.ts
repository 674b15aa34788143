import type { OtherSide } from '../../connectors/contract-suite.ts';
import type { EdgeFault } from '../../connectors/scripted-edge.ts';
import type { FaultKind, FaultRequest } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';

/** What the contract suite calls a fault, and the stand-ins. Those that are not here a stand-in never has. */
const kinds: Partial<Record<EdgeFault, FaultKind>> = {
  unauthorized: 'expired_credentials',
  too_many: '429_bare',
  server_error: '500',
  hang: 'hang',
  drop: 'drop_after_accept',
  truncated: 'truncated',
  malformed: 'malformed',
};

/** Which faults a stand-in can have: a connection breaks after a write alone. */
export const can = (fault: EdgeFault, write: boolean): boolean => fault in kinds && (fault !== 'drop' || write);

/** A stand-in as the other side of the contract suite. */
export function sideOf({ origin, control, stop }: Sandbox, target: FaultRequest['target']): OtherSide {
  return {
    ...{ origin, stop },
    fault: (edgeFault, onlyWrites = false) => {
      control.faults.clear();
      const kind = edgeFault && kinds[edgeFault];
      if (kind) control.faults.add({ target, kind, probability: 1, onlyWrites });
    },
  };
}
