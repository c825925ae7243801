extension ConsentStore {
  /// The script that hands the choice to the consent SDK of a page, which then does not ask again (`S0.29`).
  ///
  /// It is empty before anything was chosen, where no law asks, and while something is undecided: the page asks by
  /// itself then. The page's vendors must be among those of the app. All texts are literals that are safe in HTML.
  public var consentScript: String {
    guard isReady, regulation != .none, !isUserStatusPartial else { return "" }
    let interests = purposes.filter { TCFPurpose.numbered($0)?.allowsLegitimateInterest == true }
    return """
      window.didomiOnReady = window.didomiOnReady || [];
      window.didomiOnReady.push(function (Didomi) {
          Didomi.notice.hide();
          Didomi.setUserStatus({
              purposes: {
                  consent: {
                      enabled: \(keys(purposes, .enabled)),
                      disabled: \(keys(purposes, .disabled))
                  },
                  legitimate_interest: {
                      enabled: \(keys(interests, .enabled)),
                      disabled: \(keys(interests, .disabled))
                  }
              },
              vendors: {
                  consent: {
                      enabled: \(ids(.enabled)),
                      disabled: \(ids(.disabled))
                  },
                  legitimate_interest: {
                      enabled: \(ids(.enabled)),
                      disabled: \(ids(.disabled))
                  }
              },
              action: "webview"
          });
      });
      """
  }

  private func keys(_ purposes: [Int], _ answer: Answer) -> String {
    ScriptLiteral.list(
      purposes.filter { self.answer(toPurpose: $0) == answer }.map {
        TCFPurpose.numbered($0)?.key ?? String($0)
      })
  }

  private func ids(_ answer: Answer) -> String {
    let ids = vendors.filter { self.answer(toVendor: $0) == answer }
    return "[" + ids.map(String.init).joined(separator: ", ") + "]"
  }
}
