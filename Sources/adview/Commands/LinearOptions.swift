import ArgumentParser

/// The option of the commands that open the playground, for one without a screen.
struct LinearOptions: ParsableArguments {
  @Flag(
    help: """
      No screen: changes are printed as sentences, and commands typed as words, one a line; 'help' lists them. From a pipe, \
      time is simulated.
      """)
  var linear = false
}
