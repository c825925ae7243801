import Glibc

/// Starts other programs: without a shell, each in a session of its own, so that neither it nor what it starts has a terminal.
enum ChildProgram {
  /// `POSIX_SPAWN_SETSID` of glibc and musl, which the importer does not see.
  private static let setsid: Int16 = 0x80

  /// Starts the program that the first word names; its standard streams are empty, `descriptors` ours by the numbers it has for them.
  static func start(
    _ words: [String], descriptors: KeyValuePairs<Int32, Int32> = [:]
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    for (own, ours) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, own) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Self.setsid | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var id: pid_t = 0
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let problem = posix_spawnp(&id, words[0], &actions, &attributes, &arguments, environ)
    guard problem == 0 else { throw SystemError(number: problem) }
    return id
  }
}
