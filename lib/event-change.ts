/** The fields that changed, as they were and as they are now. */
export interface Change {
  old: Record<string, unknown>;
  new: Record<string, unknown>;
}
