/** The restaurants of a group that has changed nothing, in their order; the template's data folder is of such a group. */
export const RESTAURANTS = ["jounieh", "batroun", "tripoli", "zgharta", "ehden"] as const;
