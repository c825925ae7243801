import Glibc

exit(AdviewCommand.run(Array(CommandLine.arguments.dropFirst()), Console()))
