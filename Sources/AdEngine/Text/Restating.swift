/// Returns `value`; an error that it throws is thrown as `statement` puts it.
@inlinable package func restating<Value: ~Copyable, Cause: Error, Statement: Error>(
  _ value: @autoclosure () throws(Cause) -> Value, as statement: (Cause) -> Statement
) throws(Statement) -> Value {
  do { return try value() } catch { throw statement(error) }
}
