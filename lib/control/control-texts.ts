/** Control Panel points to the navigation (docs/design/spec-shell.md 2), and is the manager's switchboard (docs/design/open-screens.md 2.3). */
export const CONTROL_TEXTS = {
  title: "Control Panel",
  pointer: "Everything is in the More menu of the navigation bar.",
  /** Ours, as are the next ones. */
  health: "Health",
  switches: "Switches",
  rules: "Rules",
  people: "People and privacy",
  failed: "How the house stands could not be loaded.",
  noticeOn: "Everybody sees it within half a minute.",
  noticeOff: "Nobody sees a notice any more.",
  readOnlyOn: "Daftar is read-only now. End it here when you are done.",
  readOnlyOff: "Everybody can change things again.",
  readOnlyMeans:
    "Nobody saves a table, corrects a guest or runs End of Day until you end it. Everything can be looked up, a guest's no is heard, and messages that wait still go out: stop those by their own switch.",
  keptOnDevices: "What people type stays on their devices and is sent when it is over.",
  birthdaysMean: "A restaurant that is off queues no birthday greetings. What waits already still goes: a campaign has its own pause.",
  notSwitched: "Nothing was switched.",
} as const;
