/** What is decided about orders of a disconnected warehouse: apart, as its remedy loads nothing else of this folder. Browser-safe. */
export const formerLabels = { 'send-anew': 'Send anew', 'end-here': 'Cancel here' } as const;
