/** A user as somebody types one in. */
export interface NewUserDraft {
  username: string;
  password: string;
  role: string;
  /** Null: every branch. */
  branches: string[] | null;
}

export const NO_NEW_USER: NewUserDraft = { username: "", password: "", role: "", branches: null };
