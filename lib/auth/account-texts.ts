/** New User, the list of users, and one's own sign-ins (docs/design/spec-shell.md 5 and 8). */
export const PEOPLE_TEXTS = {
  newUser: "New User",
  fillAll: "Please enter username, password, and select a role.",
  created: "User created",
  /** Ours, as are the next ones. */
  users: "Users",
  ownAccount: "Password and Sign-ins",
  createFailed: "The user was not created",
  changeFailed: "Nothing was changed",
  sessionsFailed: "The sign-ins could not be loaded",
  usersFailed: "The users could not be loaded",
  ownKeys: "Keys beside the role",
  ownKeysNote: "They add to what the role gives, for this person alone. You can give what you hold yourself.",
} as const;
